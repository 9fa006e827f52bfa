/** `Anong Suwan` reads `Anong S•••••`: enough to recognise a friend, too little to learn who they are. */
export function maskName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const last = others.at(-1);
  return last === undefined ? hideAfter(first) : `${first} ${hideAfter(last)}`;
}

/** Always as many dots, which do not tell the length. */
const hideAfter = (word: string): string => `${Array.from(word, String)[0] ?? ''}•••••`;
