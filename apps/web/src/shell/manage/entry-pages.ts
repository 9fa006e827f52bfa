import { OpenVisitPage } from '../../back-office/ghost-connect/OpenVisitPage.tsx';
import { ManageLoginPage } from '../../back-office/staff/ManageLoginPage.tsx';
import { ManageInvitationPage } from '../../back-office/staff-member/ManageInvitationPage.tsx';

export const entryPages = { ManageInvitationPage, ManageLoginPage, OpenVisitPage };
