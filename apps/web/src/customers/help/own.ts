import { useSessionState } from '../../platform/session/session.ts';

/** `show`: a part of the page. `topic` and `payment`: what a message is about. */
export type HelpSearch = Readonly<{ show?: string; topic?: string; payment?: string }>;

/** Who has not signed in, or is not verified yet, has no own data here. */
export const useIsOwn = (): boolean => {
  const state = useSessionState();
  return state.status === 'in' && state.session.kycVerified;
};
