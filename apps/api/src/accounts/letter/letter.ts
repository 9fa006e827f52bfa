import { randomInt } from 'node:crypto';
import type { LetterContent, LetterKind, LetterView } from '@larkmere/contract/accounts/letter';
import { defaultText } from '@larkmere/messages/format-message';
import { v7 } from 'uuid';
import { audit } from '../../platform/requests/audit.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { insertLetter, type Letter } from './letter.sql.ts';

export { holderSection } from './describe-letter.ts';
export { type Holder, selectHolder } from './letter.read.ts';

export type LetterDraft = Omit<LetterContent, 'subline'>;

/** Crockford's base 32: no letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 16;
const codePattern = new RegExp(`^[${alphabet}]{${codeLength}}$`);

const generateCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

export const formatCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** Undefined for what cannot be a code. Letters that look like digits are read as those, as Crockford's base 32 has it. */
export function parseCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return codePattern.test(code) ? code : undefined;
}

/** Records a letter with all that it says. It never changes afterwards. `accounts`: bank holder ids that it names. */
export async function issueLetter(
  ctx: CustomerCtx,
  kind: LetterKind,
  accounts: readonly string[],
  content: LetterDraft,
): Promise<LetterView> {
  const letter: Letter = {
    id: v7(),
    kind,
    code: generateCode(),
    content: { ...content, subline: defaultText('letter_issued', { at: ctx.now }) },
    issuedAt: ctx.now,
  };
  await insertLetter(ctx.tx, ctx.actor, letter, accounts);
  await audit(ctx, 'letter.issued', `letter:${letter.id}`, { kind, accounts });
  return toLetterView(letter);
}

export const toLetterView = ({ id, kind, code, content, issuedAt }: Letter): LetterView => ({
  uid: id,
  kind,
  headline: kind === 'account_ownership' ? content.title : content.headline,
  code: formatCode(code),
  issuedAt: issuedAt.toISOString(),
});
