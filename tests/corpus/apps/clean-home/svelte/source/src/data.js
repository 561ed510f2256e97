// Sample treatments; `ratings` are what earlier visitors gave.
export const TIMES = ['10:00', '12:30', '15:00', '17:30']
export const treatments = [
  { id: 'checkup', title: 'Annual health check', dept: 'General practice', fee: 120, ratings: [5, 4, 5, 4], text: 'A full look-over with blood pressure, weight, listening and a talk about how you live.' },
  { id: 'flu', title: 'Flu vaccination', dept: 'General practice', fee: 35, ratings: [5, 5, 3], text: 'One jab, five minutes, and a quarter of an hour in the waiting room.' },
  { id: 'blood', title: 'Blood panel', dept: 'Laboratory', fee: 65, ratings: [4, 3], text: 'Come with an empty stomach. Results arrive within two working days.' },
  { id: 'back', title: 'Back massage', dept: 'Physiotherapy', fee: 70, ratings: [5, 5, 5, 4, 5], text: 'Forty minutes against a stiff neck and shoulders.' },
  { id: 'knee', title: 'Knee rehabilitation', dept: 'Physiotherapy', fee: 85, ratings: [4, 4, 5], text: 'Guided exercise after an injury or an operation.' },
  { id: 'mole', title: 'Mole screening', dept: 'Dermatology', fee: 95, ratings: [4], text: 'Every spot from head to toe under the dermatoscope.' },
  { id: 'acne', title: 'Acne consultation', dept: 'Dermatology', fee: 80, ratings: [3, 4], text: 'Skin analysis and a plan for the next three months.' },
  { id: 'eye', title: 'Eye test', dept: 'Ophthalmology', fee: 50, ratings: [5, 4], text: 'Sight, colour and pressure, with a prescription if you need one.' },
  { id: 'hear', title: 'Hearing test', dept: 'Ear, nose and throat', fee: 55, ratings: [], text: 'A quiet booth, a button, and half an hour.' },
  { id: 'sinus', title: 'Sinus treatment', dept: 'Ear, nose and throat', fee: 110, ratings: [2, 4], text: 'Relief when a cold will not go away.' },
  { id: 'teeth', title: 'Dental cleaning', dept: 'Dentistry', fee: 90, ratings: [4, 5, 4], text: 'Scaling, polishing and advice on brushing.' },
  { id: 'fill', title: 'Tooth filling', dept: 'Dentistry', fee: 145, ratings: [3], text: 'One white filling, local anaesthetic included.' },
  { id: 'diet', title: 'Nutrition coaching', dept: 'Nutrition', fee: 60, ratings: [5, 3, 4], text: 'Bring a week of notes on what you eat; leave with a plan.' },
  { id: 'sleep', title: 'Sleep consultation', dept: 'Neurology', fee: 130, ratings: [], text: 'For nights that are too short, too loud or too restless.' }
]
export const sampleComments = {
  checkup: [{ name: 'Marta', text: 'Thorough and never hurried. Dr. Olsen explains everything.' }],
  back: [{ name: 'Ines', text: 'I could turn my head again!' }, { name: 'Ravi', text: 'Book the last slot, it is the calmest.' }],
  teeth: [{ name: 'Jo', text: 'Gentle, and no lecture about floss.' }]
}
