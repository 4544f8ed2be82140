/** What several callbacks say, as one stream: hooks of an event run at the same time and end in any order. */
export class Queue<T> {
  readonly #items: T[] = [];
  #isEnded = false;
  #wake: () => void = () => {};

  push(item: T): void {
    this.#items.push(item);
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    while (true) {
      yield* this.#items.splice(0);
      if (this.#items.length > 0) continue;
      if (this.#isEnded) return;
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
  }
}
