import { useBlocker } from '@tanstack/react-router';
import { paths } from '../navigation/paths.ts';
import { currentSession } from '../session/session.ts';

/** Destinations that return to the form, or that the customer did not choose. */
const exemptPaths = ['/payee/add/', '/403', paths.walletPayee];

type FormState = {
  hasUnsavedChanges: () => boolean;
  path: string;
  /** Throws away what was typed as the customer leaves; without it the form stays as a draft. */
  discard?: () => void;
  /** Pages that lead back to the form, so nothing is asked. */
  returning?: readonly string[];
};

export function useUnsavedChanges({
  hasUnsavedChanges,
  path,
  discard,
  returning = [],
}: FormState): { leave: () => void; stay: () => void } | undefined {
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) =>
      hasUnsavedChanges() &&
      currentSession() !== undefined &&
      next.pathname !== path &&
      next.pathname !== paths.payment &&
      ![...exemptPaths, ...returning].some((way) => next.pathname.startsWith(way)),
    enableBeforeUnload: false,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return undefined;
  const leave = () => {
    discard?.();
    blocker.proceed();
  };
  return { leave, stay: blocker.reset };
}
