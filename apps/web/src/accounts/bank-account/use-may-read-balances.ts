import { useSession } from '../../platform/session/session.ts';

/** Balances belong to the statements of an account. */
export const useMayReadBalances = (): boolean => useSession().user.accessRole.statement;
