import { CustomerPage } from '../../back-office/customer/CustomerPage.tsx';
import { CustomerSearchPage } from '../../back-office/customer/CustomerSearchPage.tsx';
import { RolesPage } from '../../back-office/role/RolesPage.tsx';
import { ManageDashboardPage } from '../../back-office/staff/ManageDashboardPage.tsx';

export const managePages = { CustomerPage, CustomerSearchPage, ManageDashboardPage, RolesPage };
