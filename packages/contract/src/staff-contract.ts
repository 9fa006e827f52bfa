import * as customerFile from './back-office/customer-file.ts';
import * as customerSearch from './back-office/customer-search.ts';
import * as role from './back-office/role.ts';
import * as staff from './back-office/staff.ts';
import * as staffMember from './back-office/staff-member.ts';

/** The calls of the staff area about its own people, and on the page of a customer. */
export const staffContract = {
  customerFile: {
    show: customerFile.show,
    overview: customerFile.overview,
    payments: customerFile.payments,
    payees: customerFile.payees,
    people: customerFile.people,
    activity: customerFile.activity,
    audit: customerFile.audit,
    orders: customerFile.orders,
    restrictions: customerFile.restrictions,
    messages: customerFile.messages,
    notes: customerFile.notes,
    addNote: customerFile.addNote,
    revealIdentity: customerFile.revealIdentity,
  },
  customerSearch: { search: customerSearch.search },
  role: { show: role.show, propose: role.propose, approve: role.approve, refuse: role.refuse },
  staffMember: {
    list: staffMember.list,
    invite: staffMember.invite,
    changeRole: staffMember.changeRole,
    suspend: staffMember.suspend,
    reinstate: staffMember.reinstate,
    approve: staffMember.approve,
    refuse: staffMember.refuse,
    showInvitation: staffMember.showInvitation,
    acceptInvitation: staffMember.acceptInvitation,
  },
  staff: {
    current: staff.current,
    login: staff.login,
    logout: staff.logout,
    qrcode: staff.qrcode,
    dashboard: staff.dashboard,
  },
};
