/** For what is always there, such as the row of a foreign key or the only row of a count. Throws an error that names it otherwise. */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
}
