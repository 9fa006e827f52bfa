import { credentials, type Side } from './call.ts';
import { ApiError, NetworkError, TimeoutError } from './call-errors.ts';
import { navigation } from './navigation.ts';
import { currentSession } from './session.ts';
import { currentStaff } from './staff.ts';
import { createStore } from './store.ts';
import { closeToasts, showFailureOnce, showToast } from './toasts.ts';

export const sessionEnded = createStore<Side | undefined>(undefined);

export type FailureTexts = { unreachable: string; unknownOutcome: string; unexpected: string };

let texts: FailureTexts = { unreachable: '', unknownOutcome: '', unexpected: '' };

export function watchRefusals(words: FailureTexts): void {
  texts = words;
  credentials.onRefused = (error, side) => {
    if (isSignedOut(error)) endSession(side);
    else if (error.status === 403) refuse(error);
  };
}

/** A wrong password on re-authentication is a 401 too, but the session continues. */
const isSignedOut = (error: ApiError): boolean => error.status === 401 && error.code !== 'login_failed';

function endSession(side: Side): void {
  if (!(side === 'staff' ? currentStaff() : currentSession())) return;
  closeToasts();
  sessionEnded.set(side);
}

/** The address carries a code and the page looks up the sentence, so that a link cannot put words on our page. */
function refuse({ code, data }: ApiError): void {
  closeToasts();
  navigation.go(`/403?message=${encodeURIComponent(reasonOf(data) ?? code)}`);
}

function reasonOf(data: unknown): string | undefined {
  const { reasonCode } = (data ?? {}) as { reasonCode?: unknown };
  return typeof reasonCode === 'string' ? reasonCode : undefined;
}

export function failureText(error: unknown): string {
  if (error instanceof ApiError) return error.message || texts.unexpected;
  if (error instanceof NetworkError) return texts.unreachable;
  if (error instanceof TimeoutError) return texts.unknownOutcome;
  return texts.unexpected;
}

export const isMissing = (error: unknown): boolean => error instanceof ApiError && [400, 404].includes(error.status);

export const failureOf = (error: unknown): { isMissing: boolean; text: string } | undefined =>
  error ? { isMissing: isMissing(error), text: failureText(error) } : undefined;

const hasLedAway = (error: unknown): boolean =>
  error instanceof ApiError && (isSignedOut(error) || error.status === 403);

export function reportFailure(error: unknown): void {
  if (!hasLedAway(error)) showToast({ kind: 'danger', text: failureText(error) });
}

/** Read calls that fail together for one reason share one toast. */
export function reportReadFailure(error: unknown): void {
  if (!hasLedAway(error)) showFailureOnce(failureText(error));
}
