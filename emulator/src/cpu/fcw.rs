//! FCW, the flag and control word.

bitflags::bitflags! {
    /// The flag and control word. Unnamed bits have no function, but can be written and read.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::cpu::Fcw;
    ///
    /// let fcw = Fcw::from_bits_retain(0x40C0);
    /// assert!(fcw.contains(Fcw::SYSTEM | Fcw::C | Fcw::Z));
    /// assert_eq!((fcw & Fcw::FLAGS).bits(), 0x00C0);
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct Fcw: u16 {
        /// Segmented mode; Z8001 only.
        const SEG = 0x8000;
        /// System mode: privileged instructions are allowed.
        const SYSTEM = 0x4000;
        /// An extended processing unit is present.
        const EPA = 0x2000;
        /// Vectored interrupts are enabled.
        const VIE = 0x1000;
        /// Non-vectored interrupts are enabled.
        const NVIE = 0x0800;
        /// C: a carry or a borrow occurred.
        const C = 0x0080;
        /// Z: the result is zero.
        const Z = 0x0040;
        /// S: the result is negative.
        const S = 0x0020;
        /// P/V: parity, or overflow.
        const PV = 0x0010;
        /// Decimal adjust: the last byte operation was a subtraction.
        const DA = 0x0008;
        /// H: half carry, from bit 3 of a byte.
        const H = 0x0004;
    }
}

impl Fcw {
    /// C, Z, S and P/V.
    pub const CZSV: Self = Self::C.union(Self::Z).union(Self::S).union(Self::PV);
    /// The zero and sign flags.
    pub const ZS: Self = Self::Z.union(Self::S);
    /// Z, S and P/V.
    pub const ZSV: Self = Self::ZS.union(Self::PV);
    /// All six flags: C, Z, S, P/V, DA and H.
    pub const FLAGS: Self = Self::CZSV.union(Self::DA).union(Self::H);

    /// Returns true if these flags satisfy a condition code, 0 to 15.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::cpu::Fcw;
    /// use z8000::isa::names;
    ///
    /// let less = names::condition("lt").expect("a condition").into();
    /// // S xor V.
    /// assert!(Fcw::S.holds(less) && Fcw::PV.holds(less));
    /// assert!(!(Fcw::S | Fcw::PV).holds(less));
    /// ```
    #[inline(always)]
    pub const fn holds(self, condition: u16) -> bool {
        let flags = self.bits() >> 4 & 15;
        CONDITIONS[condition as usize & 15] >> flags & 1 != 0
    }
}

/// For each condition code, 16 bits: whether it is true for each combination of C, Z, S and P/V.
const CONDITIONS: [u16; 16] = {
    let mut table = [0; 16];
    let mut at = 0;
    while at < 256 {
        let flags = Fcw::from_bits_retain((at % 16) << 4);
        let condition = at / 16;
        table[condition as usize] |= (condition_holds(flags, condition) as u16) << (at % 16);
        at += 1;
    }
    table
};

const fn condition_holds(fcw: Fcw, condition: u16) -> bool {
    let (c, z) = (fcw.contains(Fcw::C), fcw.contains(Fcw::Z));
    let (s, v) = (fcw.contains(Fcw::S), fcw.contains(Fcw::PV));
    let holds = match condition & 7 {
        0 => false,
        1 => s != v,
        2 => z || s != v,
        3 => c || z,
        4 => v,
        5 => s,
        6 => z,
        _ => c,
    };
    // The upper eight codes are the complements of the lower eight.
    holds != (condition & 8 != 0)
}
