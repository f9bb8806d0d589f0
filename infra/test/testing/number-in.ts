/** A whole number that a variable says; undefined where it says nothing. Throws for any other text. */
export function numberIn(variable: string): number | undefined {
  const text = process.env[variable];
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,15}$/u.test(text)) throw new Error(`${variable}: ${text} is no whole number`);
  return Number(text);
}
