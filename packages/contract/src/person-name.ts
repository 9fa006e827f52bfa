/** How the name of a person is told; an account is called by both parts together. */
export type NameParts = Readonly<{ firstName: string; lastName: string }>;

/** The name on the account. Somebody with one name alone has it as the first. */
export const wholeName = ({ firstName, lastName }: NameParts): string =>
  [firstName, lastName].filter((part) => part !== '').join(' ');

/** A name that is known as a whole, in parts; together they are the same again. */
export function partsOf(name: string): NameParts {
  const words = name.trim().split(/\s+/);
  const lastName = words.length > 1 ? (words.at(-1) ?? '') : '';
  return { firstName: words.slice(0, Math.max(1, words.length - 1)).join(' '), lastName };
}
