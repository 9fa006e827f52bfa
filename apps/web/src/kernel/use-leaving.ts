import { useBlocker } from '@tanstack/react-router';
import { currentSession } from './session.ts';

/** Destinations that return to the form, or that the customer did not choose. */
const freeWays = ['/payee/add/', '/403'];

type Form = {
  isUnsent: () => boolean;
  path: string;
  forget: () => void;
};

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
