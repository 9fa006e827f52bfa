export { AccessTerms } from './AccessTerms.tsx';
export { emptyPerson, PersonFields, usePersonFaults } from './PersonFields.tsx';
export { RightsFields } from './RightsFields.tsx';
export { UserRow } from './UserRow.tsx';
export { UserStatus } from './UserStatus.tsx';
export type { Users } from './user.api.ts';
export { changesBetween, findFaults, newForm, toForm, toRights } from './user-form.ts';
