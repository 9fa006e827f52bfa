export type NameParts = Readonly<{ firstName: string; lastName: string }>;

/** A single name is the first name. */
export const fullName = ({ firstName, lastName }: NameParts): string =>
  [firstName, lastName].filter((part) => part !== '').join(' ');

export function splitName(name: string): NameParts {
  const words = name.trim().split(/\s+/);
  const lastName = words.length > 1 ? (words.at(-1) ?? '') : '';
  return { firstName: words.slice(0, Math.max(1, words.length - 1)).join(' '), lastName };
}
