import {
  authorise,
  daysAgo,
  everyFewDays,
  everyMonth,
  exchange,
  pay,
  payByCard,
  receive,
  receiveReward,
  sendAbroad,
} from '../recurring-movements.ts';
import type { YearTemplate } from '../year.ts';

export const anong: YearTemplate = {
  closing: { GBP: '12480.55', EUR: '3912.08', THB: '184250.00' },
  free: { first: 5, last: 2 },
  movements: [
    everyMonth('last weekday', '06:12', receive('GBP', '3120.44', 'Harbour & Co', 'Salary')),
    everyMonth(14, '11:36', receive('GBP', ['180.00', '420.00'], 'Mekong Trading Ltd', 'Translation'), 2),
    everyMonth(8, '18:20', receive('GBP', '42.00', 'Zoë Müller-Baines', 'Concert club')),

    everyMonth(1, '08:00', pay('895.00', 'Northgate Lettings Ltd', 'Flat 4 rent')),
    everyMonth(5, '17:45', pay('96.00', "Ruth O'Donnell", 'Piano lessons')),
    everyMonth(12, '12:30', pay('24.50', 'Ashdown Books LLP', 'Book club')),
    everyMonth(20, '19:05', pay('150.00', 'Zoë Müller-Baines', 'Savings circle')),
    everyMonth(23, '10:15', pay('60.00', 'Bill Penrose', 'Garden'), 2),
    everyMonth(17, '09:50', pay(['38.00', '120.00'], 'The Copper Kettle Bakery', 'Cake order'), 3),
    daysAgo(212, '21:14', pay('64.20', 'Daniel Okafor', 'Dinner')),
    daysAgo(121, '20:31', pay('118.75', 'Zoë Müller-Baines', 'Festival tickets')),
    daysAgo(
      78,
      '20:02',
      pay('75.00', 'Daniel Okafor', 'Birthday', { state: 'returned', reason: 'AC06', afterDays: 3 }),
    ),
    daysAgo(34, '13:27', pay('120.00', 'Priya Raman', 'Course', { state: 'rejected', reason: 'AC04' })),
    daysAgo(229, '12:41', pay('180.00', 'Somchai Prasert', 'Invoice 1987')),
    daysAgo(166, '10:26', pay('310.00', 'Somchai Prasert', 'Invoice 2018')),
    daysAgo(58, '15:52', pay('275.00', 'Somchai Prasert', 'Invoice 2063')),
    daysAgo(1, '14:02', pay('250.00', 'Somchai Prasert', 'Invoice 2091')),

    everyMonth(3, '07:10', payByCard('GBP', ['68.00', '134.00'], ['Brightwater Energy'])),
    everyMonth(6, '07:10', payByCard('GBP', '34.00', ['Fennel Broadband'])),
    everyMonth(9, '07:10', payByCard('GBP', '18.00', ['Pigeon Mobile'])),
    everyMonth(15, '07:10', payByCard('GBP', '142.00', ['Hillside Council'])),
    everyMonth(18, '07:10', payByCard('GBP', '29.99', ['Northlight Gym'])),
    everyFewDays(3, 5, payByCard('GBP', ['14.00', '72.00'], ['Larder Lane', 'Greengate Market', 'The Corner Basket'])),
    everyFewDays(2, 4, payByCard('GBP', ['3.20', '18.00'], ['Blue Door Café', 'Pepperpot Kitchen', 'Tern Coffee'])),
    everyFewDays(4, 7, payByCard('GBP', ['5.00', '48.00'], ['City Tramways', 'Wayfare Rail'])),
    everyFewDays(9, 16, payByCard('GBP', ['18.00', '160.00'], ['Thimble & Thread', 'Lantern Books', 'Oakapple Home'])),
    daysAgo(1, '18:40', authorise('GBP', '250.00', 'Seabright Hotel', 30)),

    everyMonth(10, '15:20', exchange('GBP', '1000.00', 'EUR', ['1.1480', '1.1730'], '0.50'), 4),
    everyMonth(16, '15:40', exchange('GBP', '500.00', 'THB', ['46.2000', '47.1000'], '0.50'), 2),
    daysAgo(1, '15:41', exchange('GBP', '1000.00', 'EUR', '1.1702', '0.50')),

    everyMonth(11, '10:05', receive('EUR', '480.00', 'Atelier Nord', 'Translation'), 3),
    everyMonth(2, '09:15', sendAbroad('EUR', '210.50', 'C. Weber', 'DE91 9999 9999 2629 0781 43', 'Holiday flat')),
    everyFewDays(6, 10, payByCard('EUR', ['6.50', '64.00'], ['Mercado da Praça', 'Linha Azul', 'Café Andorinha'])),

    everyMonth(4, '08:35', sendAbroad('THB', '8000.00', 'Malee Srisuk', '418-2-60931-7', 'For Mum')),
    everyFewDays(7, 12, payByCard('THB', ['120.00', '2400.00'], ['Talad Rim Nam', 'Baan Suan Kitchen', 'Sky Ferry'])),
    daysAgo(1, '11:20', authorise('THB', '4250.00', 'Andaman Guesthouse', 30)),

    daysAgo(250, '11:08', receiveReward('GBP', '50.00', 'Jasper Quill')),
    daysAgo(149, '16:21', receiveReward('GBP', '50.00', 'Greta Lindqvist')),
  ],
};
