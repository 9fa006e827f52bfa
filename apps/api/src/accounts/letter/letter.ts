import type { LetterKind, LetterView } from '@larkmere/contract/accounts/letter';
import { defaultText } from '@larkmere/messages/format-message';
import { v7 } from 'uuid';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx, CustomerActor, CustomerCtx } from '../../platform/requests/verb.ts';
import type { LetterDraft } from './describe-letter.ts';
import { insertLetter, type Letter } from './letter.sql.ts';
import { formatCode, generateCode } from './letter-code.ts';

export { composeLetter } from './compose-letter.ts';
export { accountRows, drawLetter, holderSection, type LetterDraft } from './describe-letter.ts';
export { type Holder, selectHolder } from './letter.read.ts';
export type { Letter } from './letter.sql.ts';
export { formatCode } from './letter-code.ts';

/** Whose letter it is, and who asked for it. */
export type LetterIssuer = Pick<CustomerActor, 'customerId' | 'userId'>;

/** Records a letter with all that it says. It never changes afterwards. `accounts`: bank holder ids that it names. */
export const issueLetter = async (ctx: CustomerCtx, ...letter: NewLetter): Promise<LetterView> =>
  toLetterView(await recordLetter(ctx, ctx.actor, ...letter));

type NewLetter = [kind: LetterKind, accounts: readonly string[], content: LetterDraft];

export async function recordLetter(
  ctx: Ctx,
  issuer: LetterIssuer,
  ...[kind, accounts, content]: NewLetter
): Promise<Letter> {
  const letter: Letter = {
    id: v7(),
    kind,
    code: generateCode(),
    content: { ...content, subline: defaultText('letter_issued', { at: ctx.now }) },
    issuedAt: ctx.now,
  };
  await insertLetter(ctx.tx, issuer, letter, accounts);
  await audit(ctx, 'letter.issued', `letter:${letter.id}`, { kind, accounts });
  return letter;
}

export const toLetterView = ({ id, kind, code, content, issuedAt }: Letter): LetterView => ({
  uid: id,
  kind,
  headline: kind === 'account_ownership' ? content.title : content.headline,
  code: formatCode(code),
  issuedAt: issuedAt.toISOString(),
});
