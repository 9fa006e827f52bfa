import { canInitiate } from '../../platform/navigation/guards.ts';
import { useSession } from '../../platform/session/session.ts';

export const useCanEdit = (): boolean => canInitiate(useSession().user, 'standingorder');
