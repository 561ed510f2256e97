const raw = `
General check-up|Family medicine|95|4.5,2
Travel vaccines|Family medicine|60|5,1
Blood pressure clinic|Cardiology|40|4,3
ECG at rest|Cardiology|75|4.5,4
Stress test|Cardiology|140|3,1
Sports massage|Physical therapy|65|5,3
Posture training|Physical therapy|55|4,2
Ankle taping|Physical therapy|30|4,1
Skin check|Dermatology|85|3.5,2
Wart removal|Dermatology|70|4,1
Children's check-up|Paediatrics|50|5,2
Allergy test|Paediatrics|105|4,2
Talking therapy|Mental health|120|4.5,2
Quit smoking course|Mental health|45|3,2
X-ray|Imaging|115|0,0
Ultrasound scan|Imaging|130|4,1`

// The last column is average,number of the ratings that were there before.
export const treatments = raw.trim().split('\n').map((line, id) => {
  const [title, department, fee, past] = line.split('|')
  const [avg, count] = past.split(',').map(Number)
  return { id, title, department, fee: +fee, stars: avg * count, count, mine: 0, comments: [] }
})
treatments[0].comments.push({ name: 'Edda', text: 'In and out in half an hour.' }, { name: 'Wim', text: 'They really listen.' })
treatments[5].comments.push({ name: 'Carla', text: 'Ouch, but then: bliss.' })
treatments[12].comments.push({ name: 'A.', text: 'The quiet room at the end of the corridor is lovely.' })

export const TIMES = ['10:00', '12:30', '15:00', '17:30']
export const bookings = []
