import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { findMemberLogin } from './session.read.ts';
import { admitConfirmation, type LoginFactors } from './session.ts';
import type { IssueRateAccess } from './session.view.ts';
import { answerLogin, presentedDevice, startCustomerSession } from './start-customer-session.ts';

const wrongFactor = () => new Refusal('login_failed', { reason: message('login_factor_wrong') });

/**
 * Signs a customer in with the second factor of a login. Refuses with `login_failed` for a wrong factor and for a
 * challenge that is unknown, used or expired, in the same words; and with `login_locked`.
 */
export const confirmLogin =
  (factors: LoginFactors, admitToRates: IssueRateAccess): Workflow<typeof contract.session.confirmLogin> =>
  async (steps, { challengeId, factor, trustDevice, device }) => {
    const attempt = await steps.transaction((ctx) => factors.find(ctx, challengeId));
    if (!attempt) throw wrongFactor();
    const { resetFailures, reportFailure } = await admitConfirmation(steps, { realm: 'person', id: attempt.userId });
    const consume = await factors.verify(steps, attempt, factor);
    const presented = presentedDevice(steps.caller, device);
    const outcome =
      consume &&
      (await steps.transaction(async (ctx) => {
        const person = await findMemberLogin(ctx.tx, attempt);
        if (!person?.isOpen || !(await consume(ctx))) return undefined;
        await resetFailures(ctx.tx);
        const request = { caller: steps.caller, presented, shouldTrust: trustDevice };
        return { person, started: await startCustomerSession(ctx, person, request) };
      }));
    if (!outcome) {
      await reportFailure();
      throw wrongFactor();
    }
    const { person, started } = outcome;
    return answerLogin(steps, person, started, admitToRates(started.startedAt));
  };
