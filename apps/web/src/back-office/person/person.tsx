export { OneTimePasswordDialog } from './OneTimePasswordDialog.tsx';
export { PersonActions } from './PersonActions.tsx';
export { peopleQuery } from './person.api.ts';
export { ResetPinButton } from './ResetPinButton.tsx';
