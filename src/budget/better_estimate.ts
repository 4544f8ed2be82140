export { BYTES as BETTER } from "./estimate.ts";
