import { credentials, type Side } from './call.ts';
import { ApiError, NetworkError, TimeoutError } from './call-errors.ts';
import { navigation } from './navigation.ts';
import { currentSession } from './session.ts';
import { currentStaff } from './staff.ts';
import { createStore } from './store.ts';
import { closeToasts, showFailureOnce, showToast } from './toasts.ts';

/** Whose session the server has ended: the modal that says so stands over everything until it is answered. */
export const sessionEnded = createStore<Side | undefined>(undefined);

/** Our own sentences for failures that have no words of the server. */
export type FailureTexts = { unreachable: string; unknownOutcome: string; unexpected: string };

let texts: FailureTexts = { unreachable: '', unknownOutcome: '', unexpected: '' };

/** Connects the calls with the behaviour that the specification asks for (section 8). */
export function watchRefusals(words: FailureTexts): void {
  texts = words;
  credentials.onRefused = (error, side) => {
    if (isSignedOut(error)) endSession(side);
    else if (error.status === 403) refuse(error);
  };
}

/** A password that was asked for again and was wrong is a 401 too, but the session goes on. */
const isSignedOut = (error: ApiError): boolean => error.status === 401 && error.code !== 'login_failed';

function endSession(side: Side): void {
  if (!(side === 'staff' ? currentStaff() : currentSession())) return;
  closeToasts();
  sessionEnded.set(side);
}

/** The address says by which code the page finds the server's sentence, so that no link can put words there. */
function refuse({ code, data }: ApiError): void {
  closeToasts();
  navigation.go(`/403?message=${encodeURIComponent(reasonOf(data) ?? code)}`);
}

function reasonOf(data: unknown): string | undefined {
  const { reasonCode } = (data ?? {}) as { reasonCode?: unknown };
  return typeof reasonCode === 'string' ? reasonCode : undefined;
}

/** The sentence a customer reads about a failure: the server's, and ours where it has none. */
export function failureText(error: unknown): string {
  if (error instanceof ApiError) return error.message || texts.unexpected;
  if (error instanceof NetworkError) return texts.unreachable;
  if (error instanceof TimeoutError) return texts.unknownOutcome;
  return texts.unexpected;
}

/** Whether there is no such thing: an address that names none is as good as one that was never given out. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && [400, 404].includes(error.status);

/** Why one thing could not be had; undefined while nothing has failed. */
export const failureOf = (error: unknown): { isMissing: boolean; text: string } | undefined =>
  error ? { isMissing: isMissing(error), text: failureText(error) } : undefined;

/** Whether a failure has led somewhere else already: to the login or to the page for a 403. */
const hasLedAway = (error: unknown): boolean =>
  error instanceof ApiError && (isSignedOut(error) || error.status === 403);

/** Shows a failure as a toast, unless it has led somewhere else already. */
export function reportFailure(error: unknown): void {
  if (!hasLedAway(error)) showToast({ kind: 'danger', text: failureText(error) });
}

/** The same of a reading call: several that fail together for one reason are one toast. */
export function reportReadFailure(error: unknown): void {
  if (!hasLedAway(error)) showFailureOnce(failureText(error));
}
