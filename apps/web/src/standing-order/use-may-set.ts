import { mayMake } from '../kernel/guards.ts';
import { useSession } from '../kernel/session.ts';

export const useMaySet = (): boolean => mayMake(useSession().user, 'standingorder');
