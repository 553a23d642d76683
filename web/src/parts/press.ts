// What a finger does is not called a click.
const touch = typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;
export const press = touch ? "Tap" : "Click";
