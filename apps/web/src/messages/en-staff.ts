import { manage } from './en/manage.ts';
import { manageCustomer } from './en/manage-customer.ts';
import { manageRoles } from './en/manage-roles.ts';
import { paymentStatus } from './en/payment-status.ts';

export const staffMessages = { manage, manageCustomer, manageRoles, paymentStatus } as const;
