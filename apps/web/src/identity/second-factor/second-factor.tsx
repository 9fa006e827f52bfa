export { SecondFactors } from './SecondFactors.tsx';
export { useAuthorisedRequest } from './use-authorised-request.tsx';
