import { languages } from '../../messages/languages.ts';
import { lazyPart } from '../../platform/navigation/lazy-screen.tsx';

/** The second factor of an operation or a login, loaded when one is needed. */
export const FactorStep = lazyPart(async () => (await import('./FactorStep.tsx')).FactorStep, languages.en.later);
