import { accountChecks, ibanFormatOf } from '@larkmere/contract/reference/account-checks';

/** The parts of a text about an account. Numbers are digits only, in the order of the text. */
export type AccountText = Readonly<{
  iban: string | undefined;
  bic: string | undefined;
  ifsc: string | undefined;
  numbers: readonly string[];
  member: string | undefined;
  name: string | undefined;
}>;

const labels = {
  sortCode: /\bsort[ -]?codes?\b|\bs\/c\b/giu,
  routing: /\b(?:aba|routing|transit|fed ?wire|rtn)\b(?: (?:transit|routing|number|no\.?|#))*/giu,
  bic: /\b(?:bic|swift)\b(?:\s*(?:\/\s*(?:bic|swift)|code))*/giu,
  promptPay: /\bprompt ?pay\b|พร้อมเพย์|\be-?wallet\b/giu,
} as const;

/** Labels to remove before a name is looked for. */
const otherLabels =
  /\b(?:iban|ifsc|clabe|account|acct|acc|a\/c|number|no|nr|code|branch|bank|name|holder|beneficiary|payee|recipient|pay to|payable to|reference|ref|mobile|phone|tel|id|currency|kontoinhaber|kontonummer|konto|empfänger|bankleitzahl|blz|titulaire|bénéficiaire|compte|nom|titular|nombre|cuenta|intestatario)\b\.?|เลขที่บัญชี|เลขบัญชี|ชื่อบัญชี|ชื่อ|ธนาคาร|บัญชี/giu;

export const isLabelled = (text: string, label: keyof typeof labels): boolean => text.search(labels[label]) >= 0;

/** Codes of the Bank of Thailand, by the names that people write. */
const thaiBanks: readonly (readonly [code: string, names: RegExp])[] = [
  ['002', /\bbbl\b|\bbangkok bank\b|กรุงเทพ/iu],
  ['004', /\bk-?bank\b|\bkasikorn(?:thai)?\b|กสิกร/iu],
  ['006', /\bktb\b|\bkrung ?thai\b|กรุงไทย/iu],
  ['011', /\bttb\b|\btmb\b|\bthanachart\b|ทหารไทย|ธนชาต/iu],
  ['014', /\bscb\b|\bsiam commercial\b|ไทยพาณิชย์/iu],
  ['022', /\bcimb\b/iu],
  ['024', /\buob\b|ยูโอบี/iu],
  ['025', /\bbay\b|\bkrungsri\b|\bayudhya\b|กรุงศรี/iu],
  ['030', /\bgsb\b|\bgovernment savings\b|ออมสิน/iu],
  ['033', /\bghb?\b|\bgovernment housing\b|อาคารสงเคราะห์/iu],
  ['034', /\bbaac\b|ธ\.?ก\.?ส/iu],
  ['067', /\btisco\b|ทิสโก้/iu],
  ['069', /\bkkp\b|\bkiatnakin\b|เกียรตินาคิน/iu],
  ['073', /\blh bank\b|\bland and houses\b|แลนด์/iu],
];

export const findThaiBank = (text: string): string | undefined => thaiBanks.find(([, names]) => names.test(text))?.[0];

const ibanPrefix = /(?<![A-Z0-9])[A-Z]{2}[ -]?\d{2}(?=(?:[ -]?[A-Z0-9]){7})/giu;
const bicShape = /(?<![A-Z0-9])[A-Z]{4}[ ]?[A-Z]{2}[ ]?[A-Z0-9]{2}(?:[ ]?[A-Z0-9]{3})?(?![A-Z0-9])/gu;
const ifscShape = /(?<![A-Z0-9])[A-Z]{4}0[A-Z0-9]{6}(?![A-Z0-9])/giu;
const email = /[^\s@<>,;:]+@[^\s@<>,;:]+\.[^\s@<>,;:]+/u;
const memberCode = /(?<![A-Z0-9])LM[- ]?\d{4,10}(?![A-Z0-9])/iu;
const telephone = /\+[1-9][\d ()-]{6,18}\d|^ *00[1-9][\d ()-]{6,18}\d *$/u;
/** Digits that belong to one number: blanks, hyphens and brackets between them are grouping. */
const digitRun = /\d(?:[\d ()-]*\d)?/gu;

/** Takes the parts out of the text one after the other; what is left may hold a name. */
export function splitDetails(typed: string): AccountText {
  let rest = toPlain(typed);
  const take = (found: string | undefined): string | undefined => {
    if (found !== undefined) rest = rest.replace(found, '\n');
    return found;
  };
  const member = take(email.exec(rest)?.[0]) ?? take(memberCode.exec(rest)?.[0]);
  const ifsc = take(rest.match(ifscShape)?.[0])?.toUpperCase();
  const iban = compact(take(findIban(rest)));
  const bic = compact(take(findBic(rest)));
  for (const label of Object.values(labels)) rest = rest.replace(label, '\n');
  const numbers = (rest.match(digitRun) ?? []).flatMap(toNumbers);
  return { iban, bic, ifsc, numbers, member: (member ?? telephone.exec(rest)?.[0])?.trim(), name: findName(rest) };
}

/** Digits of other scripts become ours, blanks of every width one blank, dashes hyphens; what cannot be seen goes. */
const toPlain = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, toDigit)
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[^\S\n]+/gu, ' ');

function toDigit(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const zero = [0x30, 0x0e50, 0x0660, 0x06f0].find((first) => code >= first && code <= first + 9);
  return zero === undefined ? sign : String(code - zero);
}

const compact = (text: string | undefined): string | undefined => text?.replace(/[ -]/g, '').toUpperCase();

/** As many characters as the country's IBANs have, or all that belong together if they are fewer or more. */
function findIban(text: string): string | undefined {
  for (const { 0: start, index } of text.matchAll(ibanPrefix)) {
    const groups = text.slice(index).split(/([ -]|[^A-Z0-9 -])/iu);
    const expected = ibanFormatOf(start.slice(0, 2).toUpperCase())?.length;
    const found = joinGroups(groups, expected);
    if ((found.match(/\d/g) ?? []).length >= 8 || expected === compact(found)?.length) return found;
  }
  return undefined;
}

/** Stops at the expected length, at another sign than blanks and hyphens, and at the first word of a name. */
function joinGroups(groups: readonly string[], expected: number | undefined): string {
  let found = '';
  for (const [place, group] of groups.entries()) {
    const isSeparator = place % 2 === 1;
    if (isSeparator && !/^[ -]$/.test(group)) break;
    if (!isSeparator && found !== '' && /^[A-Z]+$/i.test(group) && (group.length > 4 || group !== group.toUpperCase()))
      break;
    if (!isSeparator && expected !== undefined && (compact(found) ?? '').length >= expected) break;
    found += group;
  }
  return found.replace(/[ -]+$/, '');
}

/** Many words of eight capitals have the shape of a BIC, so one without digits needs its label or other words in lower case. */
function findBic(text: string): string | undefined {
  const shapes = (text.match(bicShape) ?? []).filter((shape) => accountChecks.bic(compact(shape) ?? ''));
  return shapes.find((shape) => /\d/.test(shape) || isLabelled(text, 'bic') || /[a-z]/.test(text));
}

/** `20-29-59 63748472` and `021000021 123456789` are two numbers with a blank between them. */
function toNumbers(run: string): string[] {
  const uk = /^(\d\d)[- ]?(\d\d)[- ]?(\d\d) +((?:\d[ -]?){7}\d)$/.exec(run);
  if (uk) return [uk.slice(1, 4).join(''), digitsOf(uk[4] ?? '')];
  const turned = /^((?:\d[ -]?){7}\d) +(\d\d)-(\d\d)-(\d\d)$/.exec(run);
  if (turned) return [digitsOf(turned[1] ?? ''), turned.slice(2, 5).join('')];
  const groups = run.split(/[ -]+/);
  if (groups.length === 2 && groups.some((group) => accountChecks.aba(group))) return groups;
  return [digitsOf(run)];
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** The longest part of letters that is no label. A single word may be a bank or a nickname. */
function findName(text: string): string | undefined {
  const parts = text
    .replace(otherLabels, '\n')
    .split(/[\n\d:;,/|#()[\]=+*<>"]+/u)
    .map((part) => part.replace(/^[\s.'’-]+|[\s'’-]+$/gu, ''))
    .filter((part) => /\p{L}{2}/u.test(part) && /\p{L}[\p{L}\p{M}.'’&-]* +\p{L}/u.test(part))
    .filter((part) => findThaiBank(part) === undefined && !/\bbank\b|ธนาคาร/iu.test(part));
  return parts.toSorted((one, other) => other.length - one.length)[0];
}
