export { EnrolStaffFactor } from './EnrolStaffFactor.tsx';
