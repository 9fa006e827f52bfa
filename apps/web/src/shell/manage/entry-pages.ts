import { ManageLoginPage } from '../../back-office/staff/ManageLoginPage.tsx';
import { ManageInvitationPage } from '../../back-office/staff-member/ManageInvitationPage.tsx';

export const entryPages = { ManageInvitationPage, ManageLoginPage };
