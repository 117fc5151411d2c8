datarep::datarep! {
    float f1 = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float f2 = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float f3 = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float f4 = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float f5 = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float f6 = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float f7 = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float f8 = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float f9 = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float f10 = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float f11 = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float f12 = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float f13 = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float f14 = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float f15 = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float f25 = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float f17 = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float f18 = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float f19 = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float f20 = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float f21 = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float f22 = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float f23 = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float f24 = S1 E7 F23 where value = 0.F * 16^(E - 64);
}

fn main() {}
