export { ChooseFirstFactor } from './ChooseFirstFactor.tsx';
export { type OwnFactor, useOwnFactor } from './use-own-factor.ts';
