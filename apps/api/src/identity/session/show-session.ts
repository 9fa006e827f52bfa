import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { deriveHeaderToken } from '../../platform/security/token.ts';
import { sessionByCookie, sessionByToken } from './session.read.ts';
import { type IssueRateAccess, viewSession } from './session.view.ts';

/**
 * The login state. A new window has only the cookie and gets the token here; other sites cannot read this reply.
 * Refuses with `not_signed_in`.
 */
export const showSession =
  (admitToRates: IssueRateAccess): Workflow<typeof contract.session.current> =>
  async ({ caller, transaction }) => {
    const { cookie, token } = caller;
    if (!caller.isSameOrigin) throw new Refusal('not_signed_in');
    const rates = await transaction(async ({ now }) => admitToRates(now));
    const byCookie = cookie === undefined ? undefined : await transaction(({ tx }) => sessionByCookie(tx, cookie));
    if (byCookie && cookie !== undefined)
      return viewSession(byCookie, { ...byCookie, token: deriveHeaderToken(cookie) }, rates);
    const byToken = token === undefined ? undefined : await transaction(({ tx }) => sessionByToken(tx, token));
    if (byToken?.kind !== 'client' || token === undefined) throw new Refusal('not_signed_in');
    return viewSession(byToken, { ...byToken, token }, rates);
  };
