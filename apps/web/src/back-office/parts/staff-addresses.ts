/** Query keys and paths of the staff area, which no customer loads. */
export const staffKeys = {
  search: (asked: object) => ['manage-search', asked],
  customer: (id: string) => ['manage-customer', id],
  customerTab: (id: string, tab: string) => ['manage-customer', id, tab],
  enrolment: ['staff-enrolment'],
  roles: ['manage-roles'],
  members: ['manage-staff'],
  invitation: (token: string) => ['staff-invitation', token],
} as const;

export const staffPaths = {
  customers: '/manage/customer',
  customer: (id: string) => `/manage/customer/${encodeURIComponent(id)}`,
  roles: '/manage/setting/roles',
} as const;
