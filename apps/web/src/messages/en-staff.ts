import { manage } from './en/manage.ts';
import { manageCustomer } from './en/manage-customer.ts';
import { manageRoles } from './en/manage-roles.ts';

export const staffMessages = { manage, manageCustomer, manageRoles } as const;
