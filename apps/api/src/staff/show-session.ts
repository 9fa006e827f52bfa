import type { contract } from '@larkmere/contract/contract';
import { headerHalf } from '../kernel/secret.ts';
import type { Procedure } from '../kernel/verb.ts';
import { sessionByCookie, sessionByToken } from './staff.sql.ts';
import { signedOut } from './staff.ts';
import { viewStaffSession } from './staff.view.ts';

export const showSession: Procedure<typeof contract.manage.current> = async ({ caller, transaction }) => {
  const { staffCookie: cookie, staffToken: token } = caller;
  if (!caller.sameOrigin) throw signedOut();
  const byCookie = cookie === undefined ? undefined : await transaction(({ tx }) => sessionByCookie(tx, cookie));
  if (byCookie && cookie !== undefined) return viewStaffSession(byCookie, { ...byCookie, token: headerHalf(cookie) });
  const byToken = token === undefined ? undefined : await transaction(({ tx }) => sessionByToken(tx, token));
  if (byToken?.kind !== 'client' || token === undefined) throw signedOut();
  return viewStaffSession(byToken, { ...byToken, token });
};
