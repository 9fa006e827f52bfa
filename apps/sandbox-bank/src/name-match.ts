export type HolderKind = 'individual' | 'company';
export type NameMatch = 'match' | 'close' | 'none';

const titles = new Set('MR MRS MS MISS MX DR PROF SIR DAME LADY LORD REV'.split(' '));
const thaiTitles = /^(นางสาว|นาย|นาง|น\.ส\.|ด\.ช\.|ด\.ญ\.)\s*/u;
const legalForms = new Set('LTD LIMITED PLC LLP LP LLC INC CORP CIC GMBH SARL BV'.split(' '));
const wordSynonyms: Readonly<Record<string, string>> = { COMPANY: 'CO', BROTHERS: 'BROS', SAINT: 'ST' };
const nicknames = [
  'WILLIAM WILL BILL BILLY LIAM',
  'ROBERT ROB BOB BOBBY',
  'RICHARD RICK DICK RICH',
  'ELIZABETH LIZ BETH BETTY LIZZIE',
  'MARGARET MAGGIE PEGGY MEG',
  'KATHERINE CATHERINE KATE KATIE KATHY CATHY',
  'JAMES JIM JIMMY JAMIE',
  'JOHN JACK JOHNNY',
  'EDWARD ED TED EDDIE',
  'THOMAS TOM TOMMY',
  'DANIEL DAN DANNY',
  'MICHAEL MIKE MICK',
  'ANTHONY TONY',
  'ALEXANDER ALEXANDRA ALEX SANDY SASHA',
  'SUSAN SUE SUSIE',
  'PATRICIA PAT TRISH',
].map((line) => new Set(line.split(' ')));

/**
 * Ignores case, accents, punctuation, titles, legal forms and word order. Any holder of a joint account matches, and so
 * do all of them together.
 */
export function matchName(given: string, holders: readonly string[], kind: HolderKind): NameMatch {
  const whole = bestMatch(holders.map((holder) => matchOne(given, holder, kind)));
  const together = given.split(/\s+(?:&|and)\s+/i);
  if (kind === 'company' || together.length < 2 || whole === 'match') return whole;
  const each = together.map((name) => bestMatch(holders.map((holder) => matchOne(name, holder, kind))));
  return each.includes('none') ? whole : each.includes('close') ? 'close' : 'match';
}

const bestMatch = (matches: readonly NameMatch[]): NameMatch =>
  matches.includes('match') ? 'match' : matches.includes('close') ? 'close' : 'none';

function matchOne(given: string, holder: string, kind: HolderKind): NameMatch {
  // German has three spellings of one name: Müller, Mueller and Muller.
  const pairs = spellings(given, kind).flatMap((a) => spellings(holder, kind).map((b) => [a, b] as const));
  if (pairs.some(([a, b]) => sameWords(a, b))) return 'match';
  return pairs.some(([a, b]) => isCloseMatch(a, b)) ? 'close' : 'none';
}

function spellings(name: string, kind: HolderKind): string[][] {
  const long = name.replace(/[äöü]/gi, (letter) => `${letter}e`);
  return [name, long].map((spelling) => normalisedWords(spelling, kind));
}

function normalisedWords(name: string, kind: HolderKind): string[] {
  return name
    .trim()
    .replace(thaiTitles, '')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’.]/g, '')
    .replaceAll('&', ' and ')
    .toUpperCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word && !(kind === 'company' ? legalForms.has(word) || word === 'THE' : titles.has(word)))
    .map((word) => wordSynonyms[word] ?? word);
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.length > 0 && a.toSorted().join(' ') === b.toSorted().join(' ');
}

function isCloseMatch(given: readonly string[], held: readonly string[]): boolean {
  const left = [...held];
  const alone: string[] = [];
  let exact = 0;
  // Exact words are paired first, so that an initial cannot take the place of a full name.
  for (const word of given.toSorted((a, b) => Number(held.includes(b)) - Number(held.includes(a)))) {
    const at = left.includes(word) ? left.indexOf(word) : left.findIndex((other) => isSimilarWord(word, other));
    if (at < 0) alone.push(word);
    else if (left.splice(at, 1)[0] === word) exact += 1;
  }
  const unpaired = [...alone, ...left];
  const paired = given.length - alone.length;
  const inTheMiddle = unpaired.every((word) => isMiddleWord(given, word) || isMiddleWord(held, word));
  return exact > 0 && paired > 1 && unpaired.length <= 1 && inTheMiddle;
}

const isMiddleWord = (name: readonly string[], word: string): boolean => {
  const at = name.indexOf(word);
  return at > 0 && at < name.length - 1;
};

function isSimilarWord(a: string, b: string): boolean {
  if (a[0] === b[0] && (a.length === 1 || b.length === 1)) return true;
  if (nicknames.some((names) => names.has(a) && names.has(b))) return true;
  const shorter = Math.min(a.length, b.length);
  const allowed = shorter >= 8 ? 2 : shorter >= 4 ? 1 : 0;
  return a[0] === b[0] && allowed > 0 && editDistance(a, b) <= allowed;
}

function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = cell(rows, i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? cell(rows, i - 2, j - 2) + 1 : Infinity;
      row.push(Math.min(cell(rows, i - 1, j) + 1, (row[j - 1] ?? Infinity) + 1, changed, swapped));
    }
    rows.push(row);
  }
  return cell(rows, a.length, b.length);
}

const cell = (rows: readonly (readonly number[])[], i: number, j: number): number => rows[i]?.[j] ?? Infinity;
