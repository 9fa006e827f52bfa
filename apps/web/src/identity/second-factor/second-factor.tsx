export { OtherWays } from './OtherWays.tsx';
export { Passkeys } from './Passkeys.tsx';
