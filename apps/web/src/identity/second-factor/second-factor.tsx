export { EnrolAuthenticator, type Enrolment } from './EnrolAuthenticator.tsx';
export { PasskeyList } from './PasskeyList.tsx';
export { RenameDialog } from './RenameDialog.tsx';
export { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx';
export { SecondFactors } from './SecondFactors.tsx';
export { useAuthorisedRequest } from './use-authorised-request.tsx';
