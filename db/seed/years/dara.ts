import { daysAgo, everyFewDays, everyMonth, exchange, pay, payByCard, receive } from '../recurring-movements.ts';
import type { YearTemplate } from '../year.ts';

export const dara: YearTemplate = {
  closing: { GBP: '3315.40', EUR: '640.00' },
  movements: [
    everyMonth('last weekday', '06:20', receive('GBP', '1714.10', 'St Brannoc Clinic', 'Salary')),
    everyMonth(1, '09:05', pay('850.00', 'Daniel Okafor', 'Room')),
    everyMonth(7, '18:30', pay('45.00', "Ruth O'Donnell", 'Choir')),
    everyMonth(25, '20:10', pay('200.00', 'Zoë Müller-Baines', 'Savings circle')),
    daysAgo(52, '19:33', pay('34.60', 'Ashdown Books LLP', 'Order 8812')),
    everyMonth(10, '07:10', payByCard('GBP', '21.00', ['Pigeon Mobile'])),
    everyFewDays(2, 4, payByCard('GBP', ['9.00', '68.00'], ['Larder Lane', 'Greengate Market', 'Blue Door Café'])),
    everyFewDays(5, 9, payByCard('GBP', ['4.50', '62.00'], ['City Tramways', 'Wayfare Rail', 'Lantern Books'])),
    everyMonth(18, '17:15', exchange('GBP', '200.00', 'EUR', ['1.1480', '1.1730'], '0.50'), 4),
    everyFewDays(20, 30, payByCard('EUR', ['12.00', '70.00'], ['Mercado da Praça', 'Linha Azul'])),
  ],
};
