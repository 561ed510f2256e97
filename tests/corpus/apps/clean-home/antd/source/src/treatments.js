// `ratings` are the stars other patients gave before this browser's user joins in.
export const treatments = [
  { id: 1, title: 'Physiotherapy session', department: 'Physiotherapy', fee: 65, ratings: [5, 4, 5, 5, 4] },
  { id: 2, title: 'Dental check-up', department: 'Dentistry', fee: 80, ratings: [4, 4, 3] },
  { id: 3, title: 'Teeth cleaning', department: 'Dentistry', fee: 95, ratings: [5, 5] },
  { id: 4, title: 'Eye test', department: 'Ophthalmology', fee: 45, ratings: [3, 4, 4, 5] },
  { id: 5, title: 'Skin screening', department: 'Dermatology', fee: 110, ratings: [5, 5, 4] },
  { id: 6, title: 'Flu vaccination', department: 'General practice', fee: 25, ratings: [4, 5, 4, 4] },
  { id: 7, title: 'Blood test', department: 'Laboratory', fee: 38, ratings: [3, 3, 4] },
  { id: 8, title: 'Annual health check', department: 'General practice', fee: 140, ratings: [4, 5] },
  { id: 9, title: 'Nutrition advice', department: 'Dietetics', fee: 70, ratings: [5] },
  { id: 10, title: 'Back massage', department: 'Physiotherapy', fee: 55, ratings: [5, 5, 5, 4] },
  { id: 11, title: 'Hearing test', department: 'Audiology', fee: 50, ratings: [4, 3] },
  { id: 12, title: 'Allergy test', department: 'Dermatology', fee: 120, ratings: [] },
  { id: 13, title: 'Travel vaccinations', department: 'General practice', fee: 90, ratings: [4] },
];

export const times = ['10:00', '12:30', '15:00', '17:30'];

export const sampleComments = {
  1: [{ name: 'Marta', text: 'My shoulder moves again after four weeks. Thank you!' }],
  4: [
    { name: 'Greg P.', text: 'Quick and friendly, no waiting at all.' },
    { name: 'Yuki', text: 'Parking is tricky, take the bus.' },
  ],
  10: [{ name: 'Len', text: 'Fell asleep twice. Recommended.' }],
};

export const sampleBookings = (plusDays) => [
  { key: 's1', treatment: 2, date: plusDays(3), time: '10:00', name: 'Amara Osei' },
  { key: 's2', treatment: 6, date: plusDays(5), time: '15:00', name: 'Peter Lindqvist' },
];
