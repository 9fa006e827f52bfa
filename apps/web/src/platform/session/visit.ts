import type { VisitView } from '@larkmere/contract/platform/visit';
import { isWriteClosedIn, type VisitMode } from '@larkmere/contract/platform/visit-calls';
import { credentials } from '../http/call.ts';
import { clearSession, currentSession } from './session.ts';

/** Screens that only change something. Those of `forms` open with `assist`, up to the last step. */
const never =
  /^\/(card\/issue|payment\/bulk|payee\/(add|edit)|instant-bank-payment\/create|pis-service|change-password|request\/delete|know-your-customer|wallet\/(deposit|password|upgrade|payment-topup|favorite\/[^/]+\/send))(\/|$)/;
const forms = /^\/(payment|transfer|request-fx|(wallet\/)?standing-order\/add|wallet\/(send|fx))(\/|$)/;

/** Whether the screen is closed to staff who look at an account. The server refuses what it would send in any case. */
export const isScreenClosed = (path: string, mode: VisitMode): boolean =>
  never.test(path) || (mode === 'view' && forms.test(path));

/** Keeps writes that the server would refuse from being sent: the page says why instead. */
export function closeWritesInVisits(reason: string): void {
  credentials.closedBecause = (method, path) => {
    const mode = currentSession()?.visit?.mode;
    return mode && isWriteClosedIn(mode, { method, path }) ? reason : undefined;
  };
}

/** Loads the page of the visits anew, so that nothing of the customer stays on the screen or in memory. */
export function leaveVisit({ customerId }: Pick<VisitView, 'customerId'>): void {
  clearSession('ended');
  location.replace(`/manage/ghostconnect/${customerId}`);
}
