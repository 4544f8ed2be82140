/** The README's picture shows what the program prints today. */
import { assertEquals } from "@std/assert";
import { draw, PICTURE, session } from "../.ci/tasks/picture.ts";
import { inProject } from "../.ci/tasks/project.ts";

/** Times differ from run to run. */
const timeless = (svg: string) => svg.replaceAll(/\d+ ms/g, "N ms");

Deno.test({
  name: `${PICTURE} is what its commands print; if not: deno task picture`,
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const [drawn, shown] = [draw(await session()), Deno.readTextFileSync(inProject(PICTURE))];
    assertEquals(timeless(shown), timeless(drawn));
  },
});
