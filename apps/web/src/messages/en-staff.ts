import { manage } from './en/manage.ts';
import { manageRoles } from './en/manage-roles.ts';

export const staffMessages = { manage, manageRoles } as const;
