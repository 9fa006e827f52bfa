import { mayMake } from '../kernel/guards.ts';
import { useSession } from '../kernel/session.ts';

/** Whether the reader sets up and changes standing orders, alone or with colleagues; others look and approve. */
export const useMaySet = (): boolean => mayMake(useSession().user, 'standingorder');
