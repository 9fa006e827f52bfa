export { OtherFactors } from './OtherFactors.tsx';
export { Passkeys } from './Passkeys.tsx';
