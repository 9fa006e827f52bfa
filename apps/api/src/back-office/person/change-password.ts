import type { OneTimePassword } from '@larkmere/contract/back-office/person';
import type { contract } from '@larkmere/contract/contract';
import { deriveOneTimePassword, findOneTimePassword, giveOneTimePassword } from '../../identity/password/password.ts';
import type { StaffActor, StaffCtx, Workflow, WorkflowContext } from '../../platform/requests/verb.ts';
import { hashSecret } from '../../platform/security/password-hash.ts';
import { requireHelpable } from './require-helpable.ts';

type Change = Readonly<{
  /** Of the request: a repeated one gets the same answer. */
  key: string;
  reason: string;
  /** Checks the person, and returns them, in each transaction. */
  find: (ctx: StaffCtx) => Promise<string>;
  afterwards?: (ctx: StaffCtx) => Promise<void>;
}>;

/** Refuses with what `find` refuses, and with `invalid_transition` for a person without a password. */
export async function changePasswordOf(
  steps: WorkflowContext<StaffActor>,
  passwordKey: Buffer,
  { key, reason, find, afterwards }: Change,
): Promise<OneTimePassword> {
  const { userId, givenUntil } = await steps.transaction(async (ctx) => {
    const found = await find(ctx);
    return { userId: found, givenUntil: await findOneTimePassword(ctx.tx, found, key) };
  });
  const password = deriveOneTimePassword(passwordKey, `${userId}:${key}`);
  if (givenUntil) return { password, expiresAt: givenUntil.toISOString() };
  const hash = await hashSecret(password);
  const until = await steps.transaction(async (ctx) => {
    await find(ctx);
    const given = await giveOneTimePassword(ctx, { userId, hash, key, reason });
    await afterwards?.(ctx);
    return given;
  });
  return { password, expiresAt: until.toISOString() };
}

/** Refuses with `not_found` or `invalid_transition`. */
export const changePassword =
  (passwordKey: Buffer): Workflow<typeof contract.person.changePassword> =>
  (steps, { id, reason, idempotency: key }) =>
    changePasswordOf(steps, passwordKey, {
      key,
      reason,
      find: async (ctx) => {
        await requireHelpable(ctx, id);
        return id;
      },
    });
