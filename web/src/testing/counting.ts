/** The text of a button that counts down, at whichever second. */
export const counting = (again: (seconds: number) => string): RegExp =>
  new RegExp(`^${again(0).replace('0', String.raw`\d+`)}$`, 'u');
