export const TIMES = ['10:00', '12:30', '15:00', '17:30']

export const TREATMENTS = [
  ['General check-up', 'General medicine', 95, '30 minutes with blood pressure, heart and lungs.'],
  ['Blood test', 'Laboratory', 48, 'Please come with an empty stomach.'],
  ['Flu vaccination', 'General medicine', 35, 'Takes ten minutes; bring your vaccination card.'],
  ['Physiotherapy, back', 'Physiotherapy', 72.5, 'One session of 45 minutes.'],
  ['Physiotherapy, knee', 'Physiotherapy', 72.5, 'One session of 45 minutes.'],
  ['Dental cleaning', 'Dentistry', 110, 'Both rows, with polish and fluoride.'],
  ['Filling consultation', 'Dentistry', 60, 'X-ray included where it is needed.'],
  ['Eye examination', 'Ophthalmology', 80, 'Please leave contact lenses out for a day.'],
  ['Skin screening', 'Dermatology', 120, 'Full-body check for moles and marks.'],
  ['Allergy test', 'Dermatology', 135, 'Twenty common allergens, prick test.'],
  ['Hearing test', 'Ear, nose and throat', 65, 'In the quiet room on the second floor.'],
  ['Nutrition advice', 'Prevention', 55, 'Bring a food diary of one week.'],
  ['Ultrasound, abdomen', 'Radiology', 150, 'Nothing to eat for six hours before.'],
  ['Travel medicine advice', 'Prevention', 45, 'At best six weeks before you leave.']
].map(([title, department, fee, note], i) => ({ id: `t${i + 1}`, title, department, fee, note }))
