import { removeHiddenCharacters } from '@larkmere/contract/platform/free-text';
import anyAscii from 'any-ascii';
import type { StatementHead } from '../statement-row.ts';

/** Control characters break XML and lines; a mark of our own separates documents (`writers/xml.ts`). */
export const cleanText = (text: string): string => (plainText.test(text) ? text.trim() : replaceUnclean(text));

/** Most texts, recognised without going through them four times. */
const plainText = /^(?! )(?:[!-~]| (?! ))*$/;

const replaceUnclean = (text: string): string =>
  removeHiddenCharacters(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\uE000\uFFFE\uFFFF]+/gu, ' ')
    .toWellFormed()
    .replace(/ {2,}/g, ' ')
    .trim();

/** Never cuts a character in two. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  return (/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut).trimEnd();
}

const swiftText = /[^A-Za-z0-9/?:().,'+ -]/g;

/** The characters that SWIFT carries. Other scripts are transliterated; what has no equivalent becomes a full stop. */
export const toSwiftText = (text: string): string =>
  anyAscii(cleanText(text).replace(/\p{So}/gu, '.'))
    .replace(/&/g, '+')
    .replace(swiftText, '.')
    .trim();

export const joinTexts = (parts: readonly (string | null)[], separator = ' · '): string =>
  [...new Set(parts.filter((part): part is string => part !== null && part !== '').map(cleanText))].join(separator);

/** How the account is named where a format has no fields for its parts: the IBAN, else the account number, else our id. */
export const accountNumberOf = ({ account }: StatementHead): string =>
  account.iban ?? account.accountNumber ?? account.bankholderId;

export const accountLabel = (head: StatementHead): string =>
  ['Larkmere', head.currency, accountNumberOf(head).slice(-4)].join(' ');
