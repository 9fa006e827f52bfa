export { StaffPeople } from './StaffPeople.tsx';
