import { credentials, type SessionKind } from './http/call.ts';
import { ApiError, NetworkError, TimeoutError } from './http/call-errors.ts';
import { navigation } from './navigation/navigation.ts';
import { currentSession, refreshSession } from './session/session.ts';
import { currentStaffSession } from './session/staff-session.ts';
import { isSwitchingCustomer } from './session/switching.ts';
import { leaveVisit } from './session/visit.ts';
import { createStore } from './store.ts';
import { closeToasts, showFailureOnce, showToast } from './toasts.ts';

export const endedSession = createStore<SessionKind | undefined>(undefined);

export type FailureTexts = { unreachable: string; unknownOutcome: string; unexpected: string };

let failureTexts: FailureTexts = { unreachable: '', unknownOutcome: '', unexpected: '' };

export function handleRefusals(words: FailureTexts): void {
  failureTexts = words;
  credentials.onRefused = (error, side) => {
    if (isSignedOut(error)) endSession(side);
    else if (error.code === 'agreement_required') showAgreement();
    else if (error.status === 403) redirectToForbidden(error);
  };
}

/** A wrong password on re-authentication is a 401 too, but the session continues. */
const isSignedOut = (error: ApiError): boolean => error.status === 401 && error.code !== 'login_failed';

function endSession(side: SessionKind): void {
  if (side === 'customer' && isSwitchingCustomer()) return;
  if (!(side === 'staff' ? currentStaffSession() : currentSession())) return;
  const visit = side === 'customer' ? currentSession()?.visit : undefined;
  closeToasts();
  if (visit) leaveVisit(visit);
  else endedSession.set(side);
}

/** The layouts show the waiting terms instead of the page as soon as the session says so. */
function showAgreement(): void {
  closeToasts();
  refreshSession().catch(() => {});
}

/** The address carries a code and the page looks up the sentence, so that a link cannot put words on our page. */
function redirectToForbidden({ code, data }: ApiError): void {
  closeToasts();
  void navigation.go(`/403?message=${encodeURIComponent(refusalReason(data) ?? code)}`);
}

function refusalReason(data: unknown): string | undefined {
  const { reasonCode } = (data ?? {}) as { reasonCode?: unknown };
  return typeof reasonCode === 'string' ? reasonCode : undefined;
}

export function failureText(error: unknown): string {
  if (error instanceof ApiError) return error.message || failureTexts.unexpected;
  if (error instanceof NetworkError) return failureTexts.unreachable;
  if (error instanceof TimeoutError) return failureTexts.unknownOutcome;
  return failureTexts.unexpected;
}

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && [400, 404].includes(error.status);

export const toQueryFailure = (error: unknown): { isMissing: boolean; text: string } | undefined =>
  error ? { isMissing: isNotFound(error), text: failureText(error) } : undefined;

const hasRedirected = (error: unknown): boolean =>
  error instanceof ApiError && (isSignedOut(error) || error.status === 403);

export function reportFailure(error: unknown): void {
  if (!hasRedirected(error)) showToast({ kind: 'danger', text: failureText(error) });
}

/** Read calls that fail together for one reason share one toast. */
export function reportReadFailure(error: unknown): void {
  if (!hasRedirected(error)) showFailureOnce(failureText(error));
}
