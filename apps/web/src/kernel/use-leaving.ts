import { useBlocker } from '@tanstack/react-router';
import { currentSession } from './session.ts';

/** Ways out of a form that come back to it, or that are not the customer's own. */
const freeWays = ['/payee/add/', '/403'];

type Form = {
  /** Something would be lost. */
  isUnsent: () => boolean;
  /** The form's own address, in all its steps. */
  path: string;
  /** What was entered is forgotten. */
  forget: () => void;
};

/** The question before an unsent form is left: there while it is asked, with its two answers. */
export function useLeaving({ isUnsent, path, forget }: Form): { leave: () => void; stay: () => void } | undefined {
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) =>
      isUnsent() &&
      currentSession() !== undefined &&
      next.pathname !== path &&
      !freeWays.some((way) => next.pathname.startsWith(way)),
    enableBeforeUnload: false,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return undefined;
  const leave = () => {
    forget();
    blocker.proceed();
  };
  return { leave, stay: blocker.reset };
}
